import argparse
import csv
import json


def convertir(ruta):
    with open(ruta) as archivo:
        return list(csv.DictReader(archivo))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Convierte CSV a JSON")
    parser.add_argument("ruta")
    parser.add_argument("--salida", help="archivo JSON de destino")
    args = parser.parse_args()

    texto = json.dumps(convertir(args.ruta), ensure_ascii=False, indent=2)
    if args.salida:
        with open(args.salida, "w", encoding="utf-8") as archivo:
            archivo.write(texto)
    else:
        print(texto)
