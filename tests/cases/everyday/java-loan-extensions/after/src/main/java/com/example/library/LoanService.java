package com.example.library;

import java.time.LocalDate;
import java.util.List;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class LoanService {

    @Autowired
    private LoanRepository loans;

    @Value("${library.loan-days}")
    private int loanDays;

    @Value("${library.max-loans}")
    private int maxLoans;

    @Transactional
    public Loan lend(Long bookId, Long memberId) {
        List<Loan> open = loans.findByMemberIdAndReturnedOnIsNull(memberId);
        if (open.size() >= maxLoans) {
            throw new IllegalStateException("too many open loans");
        }
        LocalDate today = LocalDate.now();
        return loans.save(new Loan(bookId, memberId, today, today.plusDays(loanDays)));
    }

    @Transactional
    public Loan giveBack(Long loanId) {
        Loan loan = loans.findById(loanId).orElseThrow();
        loan.setReturnedOn(LocalDate.now());
        return loans.save(loan);
    }

    @Transactional
    public Loan extend(Long loanId) {
        Loan loan = loans.findById(loanId).orElseThrow();
        loan.setDueOn(loan.getDueOn().plusDays(loanDays));
        return loans.save(loan);
    }

    @Transactional(readOnly = true)
    public List<Loan> loansOf(Long memberId) {
        return loans.findByMemberId(memberId);
    }

    @Transactional(readOnly = true)
    public List<Loan> openLoansOf(Long memberId) {
        return loans.findByMemberIdAndReturnedOnIsNull(memberId);
    }

    @Transactional(readOnly = true)
    public List<Loan> overdue() {
        return loans.findByReturnedOnIsNullAndDueOnBefore(LocalDate.now());
    }
}
