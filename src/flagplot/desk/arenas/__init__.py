"""The kinds of battle, each a module with the functions of ``desk.arena.Arena``; loaded when one is fought."""
