package com.acme;

import java.util.List;

public class UserService {
    private final UserRepository repository;

    public UserService(UserRepository repository) {
        this.repository = repository;
    }

    public User find(Long id) {
        return repository.findById(id).get();
    }

    public List<String> names() {
        return repository.findAll().stream()
            .map(User::getName)
            .toList();
    }
}
