/* Up to thirteen payments: Checkout of the tests of `check`. The phase is idle (0), paying (1), cancelled (2), paid (3), or declined (4). */
byte phase;
byte attempt;
byte answer; /* charged (1), declined (2), or lost (3), and on its way */
unsigned keys : 13;

active proctype Feature() {
end: do
    :: d_step { attempt < 13 && phase != 1 && phase != 3 -> phase = 1; attempt++ }
    :: d_step { attempt < 13 && (phase == 1 || phase == 3) -> skip }
    :: d_step { phase == 1 -> phase = 2; answer = 0 }
    :: d_step { phase == 1 && answer == 0 -> answer = 1; keys = keys | (1 << (attempt - 1)) }
    :: d_step { phase == 1 && answer == 0 -> answer = 2 }
    :: d_step { phase == 1 && answer == 0 -> answer = 3; keys = keys | (1 << (attempt - 1)) }
    :: d_step { answer == 1 -> phase = 3; answer = 0 }
    :: d_step { answer == 2 -> phase = 4; answer = 0 }
    :: d_step { answer == 3 -> phase = 0; answer = 0 }
    od
}
