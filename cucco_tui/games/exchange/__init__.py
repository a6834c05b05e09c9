"""The procedure that the exchange games share (EX-1 to EX-12): one card each, round the table, the lowest pays.

- `procedure` is what a game tells about itself, as data: a game needs no more than this to be found and described;
- `state` plays by it, and is loaded when a match begins;
- `view` is what one seat may know, `sampling` draws a shuffle for the cards that it has not seen;
- `standing` is what is remembered from deal to deal.
"""
