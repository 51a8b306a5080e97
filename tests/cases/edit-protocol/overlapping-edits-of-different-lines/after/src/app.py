def process():
    step_one_updated()
    step_two_updated()
