"""The procedure that the trick games share (TRICK-1 to TRICK-5): follow suit, no trumps, the highest card wins.

- `procedure` is what a game tells about itself, as data: a game needs no more than this to be found and described;
- `state` plays by it, and is loaded when a match begins;
- `view` is what one seat may know, `sampling` draws hands for the cards that it does not see;
- `standing` is what is remembered from deal to deal.
"""
