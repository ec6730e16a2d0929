"""How much was given away: mirrors applyVoucher of the shop."""


def apply_voucher(amount: int, percent: int) -> int:
    return amount - round(amount * percent / 100)


def given_away(amounts: list[int], percent: int) -> int:
    return sum(amount - apply_voucher(amount, percent) for amount in amounts)
