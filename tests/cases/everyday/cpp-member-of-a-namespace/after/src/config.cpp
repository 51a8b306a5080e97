#include "config.hpp"

#include <sstream>

namespace cfg {

Config Config::parse(const std::string& text) {
    std::istringstream in(text);
    return parse(in);
}

Config Config::parse(std::istream& in) {
    Config config;
    std::string line;
    while (std::getline(in, line)) {
        auto pos = line.find('=');
        if (pos == std::string::npos) {
            continue;
        }
        config.values_[line.substr(0, pos)] = line.substr(pos + 1);
    }
    return config;
}

bool Config::has(const std::string& key) const {
    return values_.count(key) > 0;
}

std::string Config::get(const std::string& key, const std::string& fallback) const {
    auto it = values_.find(key);
    return it == values_.end() ? fallback : it->second;
}

int Config::getInt(const std::string& key, int fallback) const {
    auto it = values_.find(key);
    return it == values_.end() ? fallback : std::stoi(it->second);
}

}  // namespace cfg
