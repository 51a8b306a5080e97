void run(void)
{
    if (ready) {
        start();
    }
}
