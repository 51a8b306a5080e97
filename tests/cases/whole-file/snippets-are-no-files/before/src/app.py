import go

def run():
    try: go()
    except: pass
