def table(rows):
    """Print rows.

    ```python
    table([1])
    ```

    ```
    1
    ```
    """
    return rows
