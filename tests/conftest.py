"""How hard Hypothesis tries: `quick` for ./test rules, `slow` for ./test slow."""

from hypothesis import settings

# No deadline: the same tests run interpreted, compiled and beside another process on a busy machine.
settings.register_profile("normal", deadline=None, print_blob=True)
settings.register_profile("quick", settings.get_profile("normal"), max_examples=20)
settings.register_profile("slow", settings.get_profile("normal"), max_examples=1000)
settings.load_profile("normal")
