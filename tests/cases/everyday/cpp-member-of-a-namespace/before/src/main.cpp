#include <fstream>
#include <iostream>

#include "config.hpp"

int main() {
    std::ifstream in("demo.conf");
    auto config = cfg::Config::parse(in);
    std::cout << config.get("name", "nobody") << "\n";
    return 0;
}
