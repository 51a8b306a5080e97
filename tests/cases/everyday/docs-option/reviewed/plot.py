import matplotlib.pyplot as plt


def plot(values, title="Values"):
    plt.plot(values)
    plt.title(title)
    plt.show()
