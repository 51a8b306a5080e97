"""Messages that hold values."""

from typing import ClassVar, dataclass_transform

from textual.message import Message

_NONE = object()


@dataclass_transform()
class FieldMessage(Message):
    """A message made from its annotated names, in their order; those with a value may be left out.

    As `dataclass` has it, but that compiles three methods for each class: a thirtieth of a start in all.
    """

    _defaults: ClassVar[dict[str, object]] = {}

    def __init_subclass__(cls, bubble: bool | None = True) -> None:
        super().__init_subclass__(bubble=bubble)
        cls._defaults = {name: cls.__dict__.get(name, _NONE) for name in cls.__annotations__}

    def __init__(self, *values: object, **named: object) -> None:
        super().__init__()
        given = dict(zip(self._defaults, values, strict=False)) | named
        for name, default in self._defaults.items():
            value = given.pop(name, default)
            if value is _NONE:
                raise TypeError(f"{type(self).__name__} needs {name}")
            setattr(self, name, value)
        if given or len(values) > len(self._defaults):
            raise TypeError(f"{type(self).__name__} takes {', '.join(self._defaults) or 'nothing'}")
