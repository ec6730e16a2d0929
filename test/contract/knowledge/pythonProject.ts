// A small project with the tricky cases of Python, as text. What is in packages is installed into its virtual environment by the test.

export const pythonProject: Readonly<Record<string, string>> = {
  'pyproject.toml': '[project]\nname = "shop"\nversion = "1.0.0"\ndependencies = ["wares>=2"]\n',
  '.gitignore': '.venv\n',
  'packages/wares/__init__.py': 'from .scales import weigh as weigh\n',
  'packages/wares/py.typed': '',
  'packages/wares/scales.py': 'def weigh(grams: int) -> float:\n    """Weighs a ware."""\n    return grams / 1000\n',
  'packages/wares-2.1.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: wares\nVersion: 2.1.0\n',
  'shop/__init__.py': `"""The shop."""
from .cart import Cart as Cart, total
from . import money
from .money import *

__all__ = ["Cart", "total", "money", "price_of"]
`,
  'shop/cart.py': `from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from .protocols import Priced


@dataclass
class Item:
    """Something in a cart."""

    name: str
    cents: int = 0

    @property
    def price(self) -> int:
        """What it costs."""
        return self.cents

    @price.setter
    def price(self, value: int) -> None:
        self.cents = value


@dataclass
class Cart:
    items: list[Item] = field(default_factory=list)

    def add(self, item: Item) -> "Cart":
        self.items.append(item)
        return self


@overload
def total(of: Cart) -> int: ...
@overload
def total(of: list[Item]) -> int: ...
def total(of: Cart | list[Item]) -> int:
    items = of.items if isinstance(of, Cart) else of
    return sum(item.price for item in items)


def cost(priced: Priced) -> int:
    return priced.price
`,
  'shop/money.py': `__all__ = ["price_of", "CURRENCY"]

CURRENCY = "EUR"


def price_of(cents: int) -> str:
    return f"{cents} {CURRENCY}"


def _hidden() -> None: ...
`,
  'shop/protocols.py': `from typing import Protocol, runtime_checkable


class Priced(Protocol):
    @property
    def price(self) -> int: ...


@runtime_checkable
class Closable(Protocol):
    def close(self) -> None: ...


class Door:
    def close(self) -> None: ...


class Window:
    def close(self, slowly: bool = False) -> None: ...


class Wall:
    def paint(self) -> None: ...


def shut(closable: Closable) -> None:
    closable.close()


shut(Door())
`,
  'shop/classes.py': `from abc import ABC, abstractmethod
from enum import Enum, auto
from typing import Generic, TypeVar

T = TypeVar("T")


class Status(Enum):
    OPEN = auto()
    CLOSED = "closed"

    @property
    def label(self) -> str:
        return self.name.lower()


class Store(ABC, Generic[T]):
    @abstractmethod
    def save(self, thing: T) -> None: ...

    def save_all(self, things: list[T]) -> None:
        for thing in things:
            self.save(thing)


class Logged:
    def save(self, thing: str) -> None:
        print(thing)


class Disk(Logged, Store[str]):
    def save(self, thing: str) -> None:
        super().save(thing)

    @classmethod
    def opened(cls) -> "Disk":
        return cls()

    @staticmethod
    def path() -> str:
        return "/"


class Fast(Disk):
    pass


Fast.opened().save(Disk.path() + Status.OPEN.label + Status["CLOSED"].label)
`,
  'shop/decorators.py': `import functools
from typing import Callable, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def logged(function: Callable[P, R]) -> Callable[P, R]:
    @functools.wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    return wrapper


@logged
def pay(cents: int, *, tip: int = 0) -> int:
    return cents + tip


pay(1, tip=2)
`,
  'shop/tasks.py': `import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


async def fetch(name: str) -> int:
    await asyncio.sleep(0)
    return len(name)


async def names() -> AsyncIterator[str]:
    yield "a"


@asynccontextmanager
async def session() -> AsyncIterator[int]:
    yield await fetch("b")


async def main() -> None:
    async with session() as number:
        async for name in names():
            print(number, await fetch(name))
`,
  'plugins/one/loader.py': 'from shop.cart import Cart as Basket\n\n\ndef load() -> Basket:\n    return Basket()\n',
  'plugins/two/use.py': 'from plugins.one.loader import load\nfrom plugins.one import loader\n\nload().add\nloader.load()\n',
  'fast.pyi': 'def speed(of: str) -> int: ...\n\nclass Engine:\n    power: int\n    def start(self) -> bool: ...\n',
  'fast.py': 'def speed(of):\n    return 1\n\n\nclass Engine:\n    power = 1\n\n    def start(self):\n        return True\n',
  'app.py': `import wares
import shop
import shop.money as cash
from fast import Engine, speed
from shop import Cart, price_of, total
from shop.cart import Item

cart = Cart().add(Item("nail", cents=2))
print(total(cart), shop.total([Item(name="bolt")]), price_of(1), cash.CURRENCY, shop.money.price_of(2))
print(speed("x"), Engine().start(), wares.weigh(3))
first = cart.items[0]
first.price = 3
import lost; print(lost.thing())
wrong: int = "text"
`,
};
