"""Writes a model of Tests/CheckFigures in Promela: promela.py independent|flight|state SIZE"""
import sys

model, n = sys.argv[1], int(sys.argv[2])
full = (1 << n) - 1
if model == "independent":
    print(f"bit begun; unsigned waiting:{n};")
    print("active proctype Feature() {\nend: do")
    print(f":: d_step {{ !begun -> begun = 1; waiting = {full} }}")
    for i in range(n):
        print(f":: d_step {{ (waiting & {1 << i}) -> waiting = waiting & {full ^ (1 << i)} }}")
else:
    in_state = model == "state"
    print(f"byte resource[{n}]; byte decision; byte said;")
    print(f"unsigned known:{n}; unsigned prepared:{n}; unsigned committing:{n}; unsigned aborting:{n};")
    print("active proctype Feature() {\nend: do")
    commit = "said = said | 1" if in_state else f"committing = {full}"
    abort = "said = said | 2" if in_state else f"aborting = {full}"
    print(f":: d_step {{ decision == 0 && known == {full} -> decision = 1; {commit} }}")
    print(f":: d_step {{ decision == 0 -> decision = 2; {abort} }}")
    for i in range(n):
        bit, rest = 1 << i, full ^ (1 << i)
        print(f":: d_step {{ resource[{i}] == 0 -> resource[{i}] = 1; prepared = prepared | {bit} }}")
        print(f":: d_step {{ resource[{i}] == 0 -> resource[{i}] = 3 }}")
        if in_state:
            print(f":: d_step {{ decision == 0 && (prepared & {bit}) -> known = known | {bit} }}")
            print(f":: d_step {{ (said & 1) -> resource[{i}] = 2 }}")
            print(f":: d_step {{ (said & 2) -> resource[{i}] = 3 }}")
        else:
            print(f":: d_step {{ (prepared & {bit}) -> prepared = prepared & {rest};")
            print(f"   if :: decision == 0 -> known = known | {bit} :: else fi }}")
            print(f":: d_step {{ (committing & {bit}) -> committing = committing & {rest}; resource[{i}] = 2 }}")
            print(f":: d_step {{ (aborting & {bit}) -> aborting = aborting & {rest}; resource[{i}] = 3 }}")
print("od }")
