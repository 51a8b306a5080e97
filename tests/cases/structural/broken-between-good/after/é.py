s = "😀"; log.info(s)
if x is None:
    pass