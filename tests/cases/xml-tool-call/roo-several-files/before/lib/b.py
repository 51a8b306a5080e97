def b():
    return "</content>"
