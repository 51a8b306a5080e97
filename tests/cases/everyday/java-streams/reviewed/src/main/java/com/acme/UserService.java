package com.acme;

import java.util.List;

public class UserService {
    private final UserRepository repository;

    public UserService(UserRepository repository) {
        this.repository = repository;
    }

    public User find(long id) {
        return repository.findById(id);
    }

    public List<String> names() {
        return repository.findAll().stream().map(User::getName).toList();
    }
}
