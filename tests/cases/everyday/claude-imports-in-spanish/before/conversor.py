import csv
import json
import sys


def convertir(ruta):
    with open(ruta) as archivo:
        return list(csv.DictReader(archivo))


if __name__ == "__main__":
    print(json.dumps(convertir(sys.argv[1])))
