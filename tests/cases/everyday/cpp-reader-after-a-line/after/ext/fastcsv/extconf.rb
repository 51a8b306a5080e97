require "mkmf"

$CXXFLAGS += " -std=c++17"
create_makefile("fastcsv/fastcsv")
