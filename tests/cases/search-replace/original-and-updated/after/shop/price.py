def net(gross, rate=0.2):
    return gross / (1 + rate)
