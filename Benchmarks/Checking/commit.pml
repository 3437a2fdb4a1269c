/* Two-phase commit of seven: Commit(count: 7) of the tests of `check`. A resource is working (0), prepared (1), committed (2), or aborted (3). */
#define BIT(i) (1 << i)
#define REST(i) (127 ^ (1 << i))
#define RESOURCE(i) \
    :: d_step { resource[i] == 0 -> resource[i] = 1; prepared = prepared | BIT(i) } \
    :: d_step { resource[i] == 0 -> resource[i] = 3 } \
    :: d_step { (prepared & BIT(i)) -> prepared = prepared & REST(i); \
        if :: decision == 0 -> known = known | BIT(i) :: else fi } \
    :: d_step { (committing & BIT(i)) -> committing = committing & REST(i); resource[i] = 2 } \
    :: d_step { (aborting & BIT(i)) -> aborting = aborting & REST(i); resource[i] = 3 }

byte resource[7];
byte decision;
unsigned known : 7;
unsigned prepared : 7;
unsigned committing : 7;
unsigned aborting : 7;

active proctype Feature() {
end: do
    :: d_step { decision == 0 && known == 127 -> decision = 1; committing = 127 }
    :: d_step { decision == 0 -> decision = 2; aborting = 127 }
    RESOURCE(0) RESOURCE(1) RESOURCE(2) RESOURCE(3) RESOURCE(4) RESOURCE(5) RESOURCE(6)
    od
}
