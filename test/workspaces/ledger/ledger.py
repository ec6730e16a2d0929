"""What a customer owes after all bookings."""


class Account:
    def __init__(self, name):
        self.name = name
        self.balance = 0
        self.history = []

    def book(self, kind, cents):
        if kind == "refund":
            cents = -cents
        self.balance += cents
        self.history.append((kind, cents))


def load(rows):
    account = Account("ada")
    for kind, cents in rows:
        account.book(kind, cents)
    return account


def main():
    rows = [("sale", 500), ("refund", -200), ("sale", 250)]
    account = load(rows)
    print("balance", account.balance)
    if account.balance != 550:
        raise ValueError(f"{account.name} owes {account.balance}, not 550")


if __name__ == "__main__":
    main()
