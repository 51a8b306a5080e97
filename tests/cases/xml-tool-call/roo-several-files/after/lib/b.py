def b():
    return "<b></content>"
