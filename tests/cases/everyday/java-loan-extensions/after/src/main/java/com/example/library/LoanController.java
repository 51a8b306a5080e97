package com.example.library;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/loans")
public class LoanController {

    public record LendRequest(Long bookId, Long memberId) {
    }

    private final LoanService service;

    public LoanController(LoanService service) {
        this.service = service;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    public Loan lend(@RequestBody LendRequest request) {
        return service.lend(request.bookId(), request.memberId());
    }

    @PostMapping("/{id}/return")
    public Loan giveBack(@PathVariable Long id) {
        return service.giveBack(id);
    }

    @PostMapping("/{id}/extend")
    public Loan extend(@PathVariable Long id) {
        return service.extend(id);
    }

    @GetMapping("/member/{memberId}")
    public List<Loan> loansOf(@PathVariable Long memberId) {
        return service.loansOf(memberId);
    }

    @GetMapping("/overdue")
    public List<Loan> overdue() {
        return service.overdue();
    }
}
