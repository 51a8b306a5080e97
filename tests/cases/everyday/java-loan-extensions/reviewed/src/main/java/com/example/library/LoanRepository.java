package com.example.library;

import java.time.LocalDate;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

public interface LoanRepository extends JpaRepository<Loan, Long> {

    List<Loan> findByMemberId(Long memberId);

    List<Loan> findByMemberIdAndReturnedOnIsNull(Long memberId);

    List<Loan> findByReturnedOnIsNullAndDueOnBefore(LocalDate date);
}
