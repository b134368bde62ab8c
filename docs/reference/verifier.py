"""Roll every die of a battle again: python verifier.py report.json (a report that was written with --format json)."""

import hashlib
import hmac
import json
import sys

WORD = 2**32 - 1


def philox(x0, x1, x2, x3, key):
    """Philox4x32-10: a counter of four words and a key of 64 bits make two numbers of 64 bits."""
    k0, k1 = key & WORD, key >> 32
    for _ in range(10):
        p, q = 0xD2511F53 * x0, 0xCD9E8D57 * x2
        x0, x1, x2, x3 = q >> 32 ^ x1 ^ k0, q & WORD, p >> 32 ^ x3 ^ k1, p & WORD
        k0, k1 = k0 + 0x9E3779B9 & WORD, k1 + 0xBB67AE85 & WORD
    return x1 << 32 | x0, x3 << 32 | x2


def face(key, sample, draw, number):
    """Die ``number`` of the address of a draw."""
    bits, dice = (58, 8) if draw["sides"] <= 20 else (56, 4)  # of one fraction
    block, place = divmod(number, 2 * dice)
    where = draw["phase"] << 24 | draw["round"] << 12 | block
    who = draw["side"] << 31 | draw["roller"]
    fraction = philox(where, who, sample & WORD, sample >> 32, key)[place // dice] >> 64 - bits
    for _ in range(place % dice):
        fraction = fraction * draw["sides"] % 2**bits
    return fraction * draw["sides"] // 2**bits + 1


with open(sys.argv[1], encoding="utf-8") as file:
    dice = json.load(file)["dice"]
secret = bytes.fromhex(dice["secret"])
commitment = hashlib.sha256(secret).hexdigest() if secret else ""
key = hmac.digest(secret, dice["message"].encode(), "sha256")[:8].hex()
faults = [name for name, value in (("commitment", commitment), ("key", key)) if dice[name] != value]
for draw in dice["draws"]:
    for number, told in enumerate(draw["faces"], draw["start"]):
        again = face(int(key, 16), draw["sample"], draw, number)
        if told != again:
            faults.append(f"round {draw['round']}, {draw['purpose']}, {draw['who']}, die {number}: {told}, not {again}")
if faults:
    sys.exit("Not as they must be:\n" + "\n".join(faults))
print(f"commitment {commitment or 'none'}, key {key}:", sum(len(draw["faces"]) for draw in dice["draws"]), "dice agree")
