/* Sixteen effects of one step each: Many(count: 16) of the tests of `check`. */
#define ARRIVES(i) :: d_step { (waiting & (1 << i)) -> waiting = waiting & (65535 ^ (1 << i)) }

bit begun;
unsigned waiting : 16;

active proctype Feature() {
end: do
    :: d_step { !begun -> begun = 1; waiting = 65535 }
    ARRIVES(0) ARRIVES(1) ARRIVES(2) ARRIVES(3) ARRIVES(4) ARRIVES(5) ARRIVES(6) ARRIVES(7)
    ARRIVES(8) ARRIVES(9) ARRIVES(10) ARRIVES(11) ARRIVES(12) ARRIVES(13) ARRIVES(14) ARRIVES(15)
    od
}
