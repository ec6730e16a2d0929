import time

turn = 0
while True:
    turn += 1
    time.sleep(0.05)
