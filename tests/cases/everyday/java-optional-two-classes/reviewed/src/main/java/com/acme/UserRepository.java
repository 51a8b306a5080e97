package com.acme;

import java.util.List;

public interface UserRepository {
    Optional<User> findById(long id);

    List<User> findAll();
}
