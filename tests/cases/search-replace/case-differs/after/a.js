handleuppercase(value)
