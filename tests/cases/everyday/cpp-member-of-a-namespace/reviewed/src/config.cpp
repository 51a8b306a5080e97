#include "config.hpp"

#include <sstream>

namespace cfg {

Config Config::parse(const std::string& text) {
    std::istringstream in(text);
    return parse(in);
}

static std::string trim(const std::string& s) {
    const auto first = s.find_first_not_of(" \t\r");
    if (first == std::string::npos) return "";
    const auto last = s.find_last_not_of(" \t\r");
    return s.substr(first, last - first + 1);
}

Config Config::parse(std::istream& in) {
    Config config;
    std::string line;
    while (std::getline(in, line)) {
        line = trim(line);
        if (line.empty() || line[0] == '#') {
            continue;
        }
        auto pos = line.find('=');
        if (pos == std::string::npos) {
            continue;
        }
        config.values_[trim(line.substr(0, pos))] = trim(line.substr(pos + 1));
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

bool Config::getBool(const std::string& key, bool fallback) const {
    auto it = values_.find(key);
    if (it == values_.end()) return fallback;
    return it->second == "1" || it->second == "true" || it->second == "yes";
}

}  // namespace cfg
