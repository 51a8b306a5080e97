s = '😀 naïve “x”'  # $& \1
