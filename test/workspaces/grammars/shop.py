import os
LIMIT = 10
count: int = 0
a, b = 1, 2
def total(x):
    def inner(): pass
    local = 1
    return x
async def fetch(): ...
@dataclass
class Cart(Base):
    size: int
    name: str = ""
    MAX = 1
    def __init__(self):
        self.items = []
    @property
    def total(self): return 1
    @staticmethod
    def make(): ...
    class Line:
        def go(self): ...
type Id = int
if True:
    def cond(): ...
handler = lambda x: x
