import time
def test_wait_for_a_signal(postgres): time.sleep(30)
