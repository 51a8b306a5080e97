void run(void)
{
    if (ready) {
        warm_up();
        start();
    }
}
