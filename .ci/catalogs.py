"""Make each language's .mo from its .po: run it after changing a sentence. Needs Babel."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

for source in sorted((Path(__file__).parents[1] / "cucco_tui" / "locale").glob("*/LC_MESSAGES/*.po")):
    with source.open("rb") as text, source.with_suffix(".mo").open("wb") as compiled:
        # Without a locale the plural rule is the file's own; Babel's for Italian has a form that nobody writes.
        write_mo(compiled, read_po(text))
    print(source.with_suffix(".mo").name, source.parent.parent.name)
