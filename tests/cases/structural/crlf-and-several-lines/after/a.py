def read(path):
	with open(
	    path,
	    encoding="utf-8",
	) as file:
		return file.read()
