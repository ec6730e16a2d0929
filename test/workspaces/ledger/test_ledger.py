import unittest

from ledger import load


class LedgerTest(unittest.TestCase):
    def test_refund(self):
        account = load([("sale", 500), ("refund", -200)])
        self.assertEqual(account.balance, 300)
