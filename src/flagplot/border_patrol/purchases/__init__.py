"""What craft cost and who may buy them: the fighter book, prices (V12.24), and whole purchase papers checked at once.

``check.check_paper`` is what a campaign asks of a paper: every fault, or a receipt with prices and remarks.
"""
