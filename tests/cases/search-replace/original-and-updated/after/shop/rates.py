RATES = {"AT": 0.2, "DE": 0.19}
