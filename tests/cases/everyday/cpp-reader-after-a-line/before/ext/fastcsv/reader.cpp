#include "reader.hpp"

#include <utility>

namespace fastcsv {

Reader::Reader(std::string text, char separator)
    : text_(std::move(text)), separator_(separator) {}

std::string Reader::read_plain() {
    std::string out;
    while (!at_end()) {
        char c = text_[pos_];
        if (c == separator_ || c == '\n') {
            break;
        }
        out += c;
        ++pos_;
    }
    return out;
}

std::string Reader::read_quoted() {
    std::string out;
    ++pos_;
    while (!at_end()) {
        char c = text_[pos_];
        if (c == '"') {
            ++pos_;
            break;
        }
        out += c;
        ++pos_;
    }
    return out;
}

bool Reader::next(Row &row) {
    row.clear();
    if (at_end()) {
        return false;
    }
    ++line_;
    while (true) {
        if (!at_end() && text_[pos_] == '"') {
            row.push_back(read_quoted());
        } else {
            row.push_back(read_plain());
        }
        if (at_end()) {
            break;
        }
        char c = text_[pos_++];
        if (c == '\n') {
            break;
        }
    }
    return true;
}

}  // namespace fastcsv
