#pragma once

#include <istream>
#include <map>
#include <string>

namespace cfg {

class Config {
public:
    static Config parse(const std::string& text);
    static Config parse(std::istream& in);

    bool has(const std::string& key) const;
    std::string get(const std::string& key, const std::string& fallback = "") const;
    int getInt(const std::string& key, int fallback = 0) const;

private:
    std::map<std::string, std::string> values_;
};

}  // namespace cfg
