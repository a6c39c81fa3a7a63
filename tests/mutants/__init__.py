"""Mutants: the rules broken one operator at a time, and the tests that must notice.

    python -m tests.mutants                     all of them, in about half an hour on two cores
    python -m tests.mutants --module auction    those of rules/phases/auction.py
    python -m tests.mutants --sample 200        this many, drawn at random
    python -m tests.mutants --list              what would be broken, and nothing more

A mutant is killed when a test fails, or runs far longer than it should. A survivor either gets a test that kills it
or a line in explained.txt that says why it changes nothing a player could see; an explained mutant is not tried again
unless ``--explained`` asks for it.

How it is quick: everything runs on a copy of the project in a temporary folder. A process collects the tests there
once; for each mutant it forks, and the fork puts the broken function in the place of the good one and runs only the
tests that call it, those first that killed its neighbours, up to the first failure. That would be wrong for whatever
is computed while modules are imported and tests collected, so broken constants and functions called that early are
tried in a fork that imports everything again (``server.py`` has both). What was found out is kept in
build/mutants.json: a run that was stopped goes on where it was, and a run after an edit first asks the killer of last
time. mutmut 3.8 fails with pytest 9.2; patched, it tried 23 mutants of the auction a minute where this tries 39.
"""
