"""The deck crew chief (V12.40, optional): who may have one, what he brings at his rating, and the deck log.

``chief`` holds eligibility and the officer's post, ``benefits`` what a rating gives, ``actions`` how extra actions are
dealt out, ``emergency`` crews made in battle, ``card`` all of it for one unit, ``deck_log`` and ``audit`` the log of
deck crew actions that an opponent may check. For a chief who is killed, ``chief.check_appointment`` says who may follow
him, and a card without a rating shows what is lost.
"""
