/// What every executable has, for the difference.
int main() { return 0; }
