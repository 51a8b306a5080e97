def part_0(value):
    return value + 0


def part_1(value):
    return value + 1


def part_2(value):
    return value + 2


def part_3(value):
    return value + 3


def part_4(value):
    return value + 4


def part_5(value):
    return value + 5


def part_6(value):
    return value + 6


def part_7(value):
    return value + 7


def part_8(value):
    return value + 8


def part_9(value):
    return value + 9


def part_10(value):
    return value + 10


def part_11(value):
    return value + 11


def part_12(value):
    return value + 12


def part_13(value):
    return value + 13


def part_14(value):
    return value + 14


def part_15(value):
    return value + 15


def part_16(value):
    return value + 16


def part_17(value):
    return value + 17


def part_18(value):
    return value + 18


def part_19(value):
    return value + 19


def part_20(value):
    return value + 20


def part_21(value):
    return value + 21


def part_22(value):
    return value + 22


def part_23(value):
    return value + 23


def part_24(value):
    return value + 24


def part_25(value):
    return value + 25


def part_26(value):
    return value + 26


def part_27(value):
    return value + 27


def part_28(value):
    return value + 28


def part_29(value):
    return value + 29


def part_30(value):
    return value + 30


def part_31(value):
    return value + 31


def part_32(value):
    return value + 32


def part_33(value):
    return value + 33


def part_34(value):
    return value + 34


def part_35(value):
    return value + 35


def part_36(value):
    return value + 36


def part_37(value):
    return value + 37


def part_38(value):
    return value + 38


def part_39(value):
    return value + 39


def part_40(value):
    return value + 40


def part_41(value):
    return value + 41


def part_42(value):
    return value + 42


def part_43(value):
    return value + 43


def part_44(value):
    return value + 44


def part_45(value):
    return value + 45


def part_46(value):
    return value + 46


def part_47(value):
    return value + 47


def part_48(value):
    return value + 48


def part_49(value):
    return value + 49


def part_50(value):
    return value + 50


def part_51(value):
    return value + 51


def part_52(value):
    return value + 52


def part_53(value):
    return value + 53


def part_54(value):
    return value + 54


def part_55(value):
    return value + 55


def part_56(value):
    return value + 56


def part_57(value):
    return value + 57


def part_58(value):
    return value + 58


def part_59(value):
    return value + 59


