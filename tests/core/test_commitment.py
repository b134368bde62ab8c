"""Secrets in files, their commitments and the keys that come from them."""

from pathlib import Path

import pytest

from flagplot.core.commitment import commitment, key_of, read_secret
from flagplot.core.refusal import Faults

SECRET = bytes(range(32))


def test_a_key_is_the_head_of_an_hmac() -> None:
    # RFC 4231, test case 2.
    assert key_of(b"Jefe", "what do ya want for nothing?") == 0x5BDCC146BF60754E


def test_a_commitment_is_the_sha_256_of_the_bytes() -> None:
    assert commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


@pytest.mark.parametrize("form", ["{}", "{}\n", "# keep to yourself\n\n  {}  \n# end\n"])
def test_a_secret_is_read(tmp_path: Path, form: str) -> None:
    faults = Faults()
    file = tmp_path / "secret.txt"
    for digits in (SECRET.hex(), SECRET.hex().upper()):
        file.write_text(form.format(digits))
        assert read_secret(file, faults) == SECRET
    assert not faults.found


@pytest.mark.parametrize(
    "text", ["0" * 63, "0" * 65, "g" * 64, f"{'0' * 64}\n{'1' * 64}\n", "# only this\n", "0" * 64 + " 1"]
)
def test_what_is_no_secret_is_damaged_and_not_repeated(tmp_path: Path, text: str) -> None:
    faults = Faults()
    file = tmp_path / "secret.txt"
    file.write_text(text)
    assert read_secret(file, faults) is None
    (refusal,) = faults.found
    assert (refusal.code, refusal.fault) == ("not-a-secret", "damaged")
    assert text.strip() not in str(refusal)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    faults = Faults()
    assert read_secret(tmp_path / "none", faults) is None
    assert [refusal.code for refusal in faults.found] == ["missing-file"]
