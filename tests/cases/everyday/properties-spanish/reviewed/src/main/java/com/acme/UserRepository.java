package com.acme;

import java.util.List;

public interface UserRepository {
    User findById(long id);

    List<User> findAll();
}
