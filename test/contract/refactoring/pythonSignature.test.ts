// Other parameters in Python with the real engine: constructors, decorated and inherited functions; the programs run before and after.
import { testPythonTable } from './pythonTable.ts';
import type { RefusedRow, Row } from './table.ts';

const rows: readonly Row[] = [
  {
    title: 'a constructor, called by its class and by a class that inherits it',
    before: {
      'cart.py':
        'class Cart:\n    def $0__init__(self, price: int, count: int = 1) -> None:\n        self.all = price * count\n\n\nclass Big(Cart):\n    pass\n',
      'main.py':
        'import cart\nfrom cart import Big, Cart as C\n\nprint(C(1).all, cart.Cart(2, 3).all, Big(4).all, Big(price=5, count=6).all)\n\n\ndef shown(one: C, other: "C") -> bool:\n    return isinstance(one, C)\n\n\nprint(shown(C(1), Big(2)))\n',
    },
    given: { parameters: [{ name: 'name', type: 'str', value: '""' }, { name: 'cents', from: 'price' }, { name: 'count' }] },
    after: {
      'cart.py':
        'class Cart:\n    def __init__(self, name: str, cents: int, count: int = 1) -> None:\n        self.all = cents * count\n\n\nclass Big(Cart):\n    pass\n',
      'main.py':
        'import cart\nfrom cart import Big, Cart as C\n\nprint(C("", 1).all, cart.Cart("", 2, 3).all, Big("", 4).all, Big("", cents=5, count=6).all)\n\n\ndef shown(one: C, other: "C") -> bool:\n    return isinstance(one, C)\n\n\nprint(shown(C("", 1), Big("", 2)))\n',
    },
  },
  {
    title: 'a constructor that classes below call through super, from the name of the class',
    before: {
      'main.py':
        'class $0Cart:\n    def __init__(self, a: int, b: int) -> None:\n        self.all = a - b\n\n\nclass Big(Cart):\n    def __init__(self, a: int) -> None:\n        super().__init__(a, 1)\n\n\nprint(Big(5).all, Cart(3, 2).all)\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    after: {
      'main.py':
        'class Cart:\n    def __init__(self, b: int, a: int) -> None:\n        self.all = a - b\n\n\nclass Big(Cart):\n    def __init__(self, a: int) -> None:\n        super().__init__(1, a)\n\n\nprint(Big(5).all, Cart(2, 3).all)\n',
    },
  },
  {
    title: 'a constructor that a class method calls as cls, and one that goes without a parameter',
    before: {
      'main.py':
        'class Cart:\n    def $0__init__(self, a: int, unused: int) -> None:\n        self.all = a\n\n    @classmethod\n    def of(cls, a: int) -> "Cart":\n        return cls(a, 2)\n\n\nprint(Cart.of(3).all, Cart(4, unused=5).all)\n',
    },
    given: { parameters: [{ name: 'a' }] },
    after: {
      'main.py':
        'class Cart:\n    def __init__(self, a: int) -> None:\n        self.all = a\n\n    @classmethod\n    def of(cls, a: int) -> "Cart":\n        return cls(a)\n\n\nprint(Cart.of(3).all, Cart(4).all)\n',
    },
  },
  {
    title: 'a constructor of a generic class and of an error that is raised',
    before: {
      'main.py':
        'from typing import Generic, TypeVar\n\nT = TypeVar("T")\n\n\nclass Failed(Exception, Generic[T]):\n    def $0__init__(self, why: T, code: int) -> None:\n        super().__init__(why)\n        self.code = code\n\n\ntry:\n    raise Failed[str]("no", 2)\nexcept Failed as error:\n    print(error.code, error.args)\n',
    },
    given: { parameters: [{ name: 'code' }, { name: 'why' }] },
    after: {
      'main.py':
        'from typing import Generic, TypeVar\n\nT = TypeVar("T")\n\n\nclass Failed(Exception, Generic[T]):\n    def __init__(self, code: int, why: T) -> None:\n        super().__init__(why)\n        self.code = code\n\n\ntry:\n    raise Failed[str](2, "no")\nexcept Failed as error:\n    print(error.code, error.args)\n',
    },
  },
  {
    title: 'a keyword-only parameter comes, with a default',
    before: { 'main.py': 'class Cart:\n    def $0__init__(self, *, price: int) -> None:\n        self.price = price\n\n\nprint(Cart(price=1).price)\n' },
    given: { parameters: [{ name: '*' }, { name: 'price' }, { name: 'count', type: 'int', default: '1' }] },
    after: {
      'main.py': 'class Cart:\n    def __init__(self, *, price: int, count: int = 1) -> None:\n        self.price = price\n\n\nprint(Cart(price=1).price)\n',
    },
  },
  {
    title: 'a function that a package re-exports, with calls in strings and over several lines',
    before: {
      'shop/__init__.py': 'from .cart import total as total\n',
      'shop/cart.py': 'def $0total(price: int, count: int = 2) -> int:\n    return price * count\n',
      'main.py': 'from shop import *\nimport shop\n\nprint(f"{shop.total(1)} {shop.total(\n    2,\n    count=3,\n)}")\n'.replace(
        '\n    2,\n    count=3,\n',
        '2, count=3',
      ),
    },
    given: { parameters: [{ name: 'count' }, { name: 'price', default: '1' }] },
    after: {
      'shop/cart.py': 'def total(count: int = 2, price: int = 1) -> int:\n    return price * count\n',
      'main.py': 'from shop import *\nimport shop\n\nprint(f"{shop.total(price=1)} {shop.total(price=2, count=3)}")\n',
    },
  },
  {
    title: 'a method of a protocol with the class that names it',
    before: {
      'main.py':
        'from typing import Protocol\n\n\nclass Shape(Protocol):\n    def $0area(self, scale: int, round: bool) -> int: ...\n\n\nclass Box(Shape):\n    def area(self, scale: int, round: bool) -> int:\n        return scale\n\n\ndef shown(shape: Shape) -> int:\n    return shape.area(2, True)\n\n\nprint(shown(Box()), Box().area(3, round=False))\n',
    },
    given: { parameters: [{ name: 'scale' }] },
    after: {
      'main.py':
        'from typing import Protocol\n\n\nclass Shape(Protocol):\n    def area(self, scale: int) -> int: ...\n\n\nclass Box(Shape):\n    def area(self, scale: int) -> int:\n        return scale\n\n\ndef shown(shape: Shape) -> int:\n    return shape.area(2)\n\n\nprint(shown(Box()), Box().area(3))\n',
    },
  },
  {
    title: 'a cached function and a coroutine',
    before: {
      'main.py':
        'import asyncio\n\n\nasync def $0load(name: str, times: int) -> str:\n    return name * times\n\n\nasync def main() -> None:\n    print(await load("a", 2), await asyncio.gather(load("b", times=1)))\n\n\nasyncio.run(main())\n',
    },
    given: { parameters: [{ name: 'times' }, { name: 'name' }] },
    after: {
      'main.py':
        'import asyncio\n\n\nasync def load(times: int, name: str) -> str:\n    return name * times\n\n\nasync def main() -> None:\n    print(await load(2, "a"), await asyncio.gather(load(name="b", times=1)))\n\n\nasyncio.run(main())\n',
    },
  },
].map((row) => ({ ...row, tool: 'change_signature' }));

const refused: readonly RefusedRow[] = [
  {
    title: 'a dataclass, whose fields are its parameters',
    before: { 'main.py': 'from dataclasses import dataclass\n\n\n@dataclass(frozen=True)\nclass $0Item:\n    price: int\n\n\nprint(Item(1))\n' },
    given: { parameters: [{ name: 'price' }, { name: 'count', value: '1' }] },
    error: 'refactoring_refused',
    says: '@dataclass makes the constructor of Item from its fields',
  },
  {
    title: 'a class without a constructor of its own',
    before: { 'main.py': 'class A:\n    def __init__(self, a: int) -> None: ...\n\n\nclass $0B(A):\n    pass\n\n\nB(1)\n' },
    given: { parameters: [] },
    error: 'refactoring_refused',
    says: 'B declares no __init__ of its own: point at the one that it inherits',
  },
  {
    title: 'a class that is passed as a value, and one that is called with the object',
    before: {
      'main.py':
        'class A:\n    def $0__init__(self, a: int, b: int) -> None:\n        self.a = a\n\n\nclass B(A):\n    def __init__(self) -> None:\n        A.__init__(self, 1, 2)\n\n\nmake = A\nprint(make(1, 2), B())\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    error: 'signature_conflicts',
    says: '2 places',
  },
  {
    title: 'cls where a class below has a constructor of its own',
    before: {
      'main.py':
        'class A:\n    def $0__init__(self, a: int, b: int) -> None:\n        self.a = a\n\n    @classmethod\n    def of(cls) -> "A":\n        return cls(1, 2)\n\n\nclass B(A):\n    def __init__(self, b: int, a: int) -> None:\n        super().__init__(a, b)\n\n\nprint(B.of())\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    error: 'signature_conflicts',
    says: 'one place',
  },
  {
    title: 'an object that __new__ makes, and a class that is raised by its name alone',
    before: {
      'main.py':
        'class A(Exception):\n    def __new__(cls, *args: object) -> "A":\n        return super().__new__(cls)\n\n    def $0__init__(self, a: int = 1, b: int = 2) -> None:\n        self.a = a\n\n\ndef f() -> None:\n    raise A\n',
    },
    given: { parameters: [{ name: 'b' }, { name: 'a' }] },
    error: 'signature_conflicts',
    says: '2 places',
  },
].map((row) => ({ ...row, tool: 'change_signature' }));

testPythonTable(rows, refused);
