#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fastcsv {

using Row = std::vector<std::string>;

class Reader {
public:
    explicit Reader(std::string text, char separator = ',');

    bool next(Row &row);
    std::size_t line() const { return line_; }

private:
    std::string read_plain();
    std::string read_quoted();
    bool at_end() const { return pos_ >= text_.size(); }

    std::string text_;
    char separator_;
    std::size_t pos_ = 0;
    std::size_t line_ = 0;
};

}  // namespace fastcsv
