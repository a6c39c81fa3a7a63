"""Research environments: PettingZoo, Gymnasium and OpenSpiel, with one encoding of observations and actions.

>>> from kilowatt.env import kilowatt_v0
>>> env = kilowatt_v0.env(board="germany", players=4)
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((1273,), 4)

Importing this package registers ``Kilowatt-v0`` with Gymnasium. It needs the extra ``research``.
"""

from importlib.util import find_spec

from kilowatt.extras import install_command

_MISSING = [package for package in ("librt", "numpy", "gymnasium", "pettingzoo") if find_spec(package) is None]
if "librt" in _MISSING or "numpy" in _MISSING:  # the others are only for the environments of their names
    _message = f"The environments need {', '.join(_MISSING)}: {install_command('research')}."
    raise ImportError(_message)

from kilowatt.env.city_index import ENCODING_VERSION  # noqa: E402 - with a sentence first if something is missing

__all__ = ["ENCODING_VERSION"]

if find_spec("gymnasium") is not None:
    import gymnasium

    if "Kilowatt-v0" not in gymnasium.registry:
        gymnasium.register(
            id="Kilowatt-v0",
            entry_point="kilowatt.env.single_agent:KilowattEnv",
            vector_entry_point="kilowatt.env.vector:KilowattVectorEnv",
        )
